import { isAdministrator } from '#contract'

export const canFillIn = (person: { readonly role: number }, field: { readonly editableByUser: boolean }): boolean =>
  field.editableByUser || isAdministrator(person)
