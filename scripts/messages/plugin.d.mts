import type { Plugin } from 'vite'

/** Resolves 'messages:x' to module x of a folder's catalogs in a language; also for Rolldown. */
export function messagesIn(folder: string, language?: string): Plugin
