/** Loads the built-in commands; set by `app/later.ts`, because composing can't import them. */
export const builtIn = { load: (): Promise<unknown> => Promise.reject(new Error()) }
