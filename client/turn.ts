/** Ends the current task, so that input, painting and other callbacks get their turn. */
export const turn = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve))
