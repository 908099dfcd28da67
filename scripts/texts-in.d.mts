import type { Plugin } from 'vite'

export const texts: string
/** The languages of the web client, English first. */
export const languages: readonly string[]
/** Builds with the texts of a language. */
export function textsIn(language: string): Plugin
