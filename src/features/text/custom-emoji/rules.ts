import { isAdministrator } from '#contract'
import { permission } from '../../people/organization/rules.ts'

export const addEmoji = permission('realm', 'can_add_custom_emoji_group')

export const canRemoveEmoji = (
  person: { readonly id: number; readonly role: number },
  emoji: { readonly author_id: number | null },
): boolean => emoji.author_id === person.id || isAdministrator(person)
