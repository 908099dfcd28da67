import type { Plugin } from 'vite'

export const texts: string
export const languages: readonly string[]
export function textsIn(language: string): Plugin
