/** Loads the built-in commands. Set by `app/later.ts`, because this layer can't import them. */
export const builtIn = { load: (): Promise<unknown> => Promise.reject(new Error()) }
