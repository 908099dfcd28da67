import { ApiError } from '#contract'
import { a } from '../texts/actions.ts'
import { toast } from './toast.ts'

export const reasonOf = (problem: unknown): string => (problem instanceof ApiError ? problem.message : a.noServer)

export const showRefusal = (problem: unknown): void => toast(a.failed(reasonOf(problem)))

/** Only the reason, without saying that something failed. */
export const showReason = (problem: unknown): void => toast(reasonOf(problem))
