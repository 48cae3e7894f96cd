/** Now, as whoever starts the program has it; tests hand in their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
