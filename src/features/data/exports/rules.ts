import { isOwner } from '#contract'

/** Why an export can't include what people haven't agreed to export; undefined if it can. */
export function problemWithoutConsent(
  person: { readonly role: number },
  ownerFullContentAccess: boolean,
): 'turnedOff' | 'forOwners' | undefined {
  if (!ownerFullContentAccess) return 'turnedOff'
  return isOwner(person) ? undefined : 'forOwners'
}
