import { beforeAll, expect, it } from 'vitest';

import { speak, t } from '../../src/lib/i18n.svelte';
import { KeyboardState } from '../../src/lib/session/keyboard.svelte';
import { Messages } from '../../src/lib/session/messages.svelte';

beforeAll(() => speak('en'));

it('announces whether the arrow keys move over the whole map', () => {
  const messages = new Messages();
  const keyboard = new KeyboardState(messages);
  keyboard.toggleMap();
  expect([keyboard.isMapMode, messages.announcement]).toEqual([true, t('a11y.map.on')]);
  keyboard.toggleMap();
  expect([keyboard.isMapMode, messages.announcement]).toEqual([false, t('a11y.map.off')]);
});
