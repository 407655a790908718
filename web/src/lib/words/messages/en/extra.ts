/** Texts that screens needed on the way. */
export const extra = {} as const;
