import type { Failure } from './failures.mjs'

export function flakyLine(failure: Failure, day: string): string
export function addFlaky(lines: string[]): void
export function listedTooOften(text?: string): string
