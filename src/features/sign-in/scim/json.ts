export type Json = { [name: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const items = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
