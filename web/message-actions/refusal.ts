import { ApiError } from '#contract'
import { toast } from '../parts/toast.ts'
import { a } from '../texts/actions.ts'

/** Why something did not work, in words. */
export const reasonOf = (problem: unknown): string => (problem instanceof ApiError ? problem.message : a.noServer)

export const showRefusal = (problem: unknown): void => toast(a.failed(reasonOf(problem)))
