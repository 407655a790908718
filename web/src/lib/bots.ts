// The bots that are offered by name; the server knows them all, and says so
// if it does not.

export const BOTS: readonly string[] = ['beginner', 'easy', 'normal', 'hard', 'master', 'builder', 'farmer', 'robber'];
