import type { Plugin } from 'vite'

export function messagesIn(folder: string, language?: string): Plugin
