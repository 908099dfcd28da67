import type { Plugin } from 'vite'

/** The languages of the client, English first. */
export const languages: readonly string[]
/** The direction that each of them is read in. */
export const directions: Readonly<Record<string, 'ltr' | 'rtl'>>
/** What `enActions` is called in another language. */
export function inLanguage(name: string, language: string): string
/** Puts the texts of a language in the place of the English ones. */
export function textsIn(language: string): Plugin
