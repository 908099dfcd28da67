import { isOwner } from '#contract'

/** Why an export can't include what people haven't agreed to export; undefined if it can. */
export function problemWithoutConsent(
  person: { readonly role: number },
  ownerFullContentAccess: boolean,
): 'turnedOff' | 'forOwners' | undefined {
  if (!ownerFullContentAccess) return 'turnedOff'
  return isOwner(person) ? undefined : 'forOwners'
}

/**
 * Whether the person can get the archive's download link. Full archives contain everyone's private data, so only owners
 * and the person who asked for one can.
 */
export const canDownload = (
  person: { readonly id: number; readonly role: number },
  one: { readonly export_type: string; readonly acting_user_id: number },
): boolean => one.export_type !== 'full_without_consent' || isOwner(person) || person.id === one.acting_user_id
