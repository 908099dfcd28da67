import { isAdministrator } from '#contract'

/** Some fields can be filled in only by administrators. */
export const canFillIn = (person: { readonly role: number }, field: { readonly editableByUser: boolean }): boolean =>
  field.editableByUser || isAdministrator(person)
