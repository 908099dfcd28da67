import { isOwner } from '#contract'

/** Why an export can't include what people haven't agreed to export; undefined if it can. */
export function problemWithoutConsent(
  person: { readonly role: number },
  ownerFullContentAccess: boolean,
): 'turnedOff' | 'forOwners' | undefined {
  if (!ownerFullContentAccess) return 'turnedOff'
  return isOwner(person) ? undefined : 'forOwners'
}

/** Whether an administrator gets the download link. Full archives contain everyone's private data, so only owners do. */
export const canDownload = (person: { readonly role: number }, { export_type }: { readonly export_type: string }) =>
  export_type !== 'full_without_consent' || isOwner(person)
