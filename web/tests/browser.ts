// Stubs of the browser APIs that modules use when they are loaded.

const nothing = (): void => undefined;

Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  addEventListener: nothing,
  document: { documentElement: {} },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
});
