import type { Plugin } from 'vite'

export function emojiFonts(): Plugin
