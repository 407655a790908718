// The browser's offer to install the page as an app. It comes at any time, often
// before the button for it is loaded.

/** Sent by browsers that can install the page. */
export type InstallOffer = Event & { prompt(): Promise<unknown> };

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

/** The last offer, and the component that shows it. */
export const offered: { last: InstallOffer | null; show: (offer: InstallOffer | null) => void } = {
  last: null,
  show: () => undefined,
};

addEventListener('beforeinstallprompt', (event) => {
  if (!isOffer(event)) return;
  // The page has its own button.
  event.preventDefault();
  offered.last = event;
  offered.show(event);
});
addEventListener('appinstalled', () => {
  offered.last = null;
  offered.show(null);
});
