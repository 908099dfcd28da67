export interface Failure {
  file: string
  test: string
  message: string
}
export function failuresIn(json: { testResults: unknown[] }): Failure[]
export function passedAlone(
  full: { testResults: unknown[] } | undefined,
  alone: { testResults: unknown[] } | undefined,
): Failure[]
export function linesOfFailures(folder: string, suites: string[]): string[]
export function rerunnableFiles(folder: string, suite: string, most: number): string[] | undefined
