export const browser: string[]
export const browserCore: string[]
export const webkit: string[]
export const screenReader: string[]
export const endurance: string[]
export const embeddedOnly: string[]
export function matchesAny(path: string, patterns: string[]): boolean
export function projectOf(test: string): 'server' | 'browser' | 'webkit' | 'screen-reader' | 'endurance'
