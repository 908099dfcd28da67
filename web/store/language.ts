import { computed } from '@preact/signals'
import { spokenFor } from '../texts/languages.ts'
import { part } from './connection.ts'

const settings = part<{ default_language?: string } | undefined>('user_settings')

const isOther = (chosen: string | undefined): boolean =>
  chosen !== undefined && spokenFor(chosen) !== document.documentElement.lang

/** True if the user has chosen another language than the page was loaded in; a reload applies it. */
export const isInOtherLanguage = computed(() => isOther(settings.value?.default_language))

export function loadInLanguage(chosen: string): void {
  if (isOther(chosen)) location.reload()
}
