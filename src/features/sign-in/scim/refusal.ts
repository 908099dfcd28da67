import { ApiError, type ApiErrorKind, storageFull } from '#contract'
import { DatabaseUnavailable } from '#platform/db'
import { isDiskFull } from '#platform/disk'
import { groupInUse, groupNameTaken } from '../../people/groups/api.ts'
import { cannotDeactivateOnlyOwner, emailTaken, nameTaken, onlyOwnerStays } from '../../people/users/errors.ts'
import { ScimError } from './scim-error.ts'

const among = (kinds: readonly ApiErrorKind[], { template }: ApiError) =>
  kinds.some(({ message }) => message === template)

/** Converts an error to a SCIM error; bugs reveal nothing. */
export function refusalOf(error: unknown): ScimError {
  if (error instanceof ScimError) return error
  if (error instanceof DatabaseUnavailable) return new ScimError(503, undefined, 'The server cannot answer just now')
  if (isDiskFull(error)) return new ScimError(503, undefined, storageFull().message)
  if (!(error instanceof ApiError)) return new ScimError(500, undefined, 'Internal server error')
  const { status, message } = error
  if (among([emailTaken, nameTaken, groupNameTaken], error)) return new ScimError(409, 'uniqueness', message)
  if (among([groupInUse], error)) return new ScimError(409, undefined, message)
  if (among([cannotDeactivateOnlyOwner, onlyOwnerStays], error)) return new ScimError(403, undefined, message)
  return new ScimError(status, status === 400 ? 'invalidValue' : undefined, message)
}
