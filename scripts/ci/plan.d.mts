export interface Suite {
  name: string
  files: string[]
  leftOut: string[]
  because: string
}
export interface Changes {
  base: string | undefined
  files?: string[]
  reason?: string
}
export function plan(
  changes: Changes,
  options?: { all?: boolean },
): {
  base: string | undefined
  changed: string[]
  suites: Suite[]
}
