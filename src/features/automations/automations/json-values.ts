import { insertedLine } from './inserted-text.ts'

/** The value at a path such as `build.steps.0.name`, as text; undefined if there is none. */
export function jsonValue(json: unknown, path: string): string | undefined {
  let value = json
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The same, escaped. */
export function jsonText(json: unknown, path: string): string | undefined {
  const text = jsonValue(json, path)
  // posting an empty message would fail
  return text === undefined ? undefined : insertedLine(text) || '…'
}
