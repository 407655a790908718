// The little of a browser that modules look at when they are loaded.

const nothing = (): void => undefined;

Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  addEventListener: nothing,
  document: { documentElement: {} },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
});
