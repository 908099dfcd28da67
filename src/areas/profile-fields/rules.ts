import { isAdministrator } from '#contract'

/** Some fields of a profile are for administrators to fill in. */
export const canFillIn = (person: { readonly role: number }, field: { readonly editableByUser: boolean }): boolean =>
  field.editableByUser || isAdministrator(person)
