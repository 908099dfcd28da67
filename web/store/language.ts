import { computed } from '@preact/signals'
import { spokenFor } from '../texts/languages.ts'
import { part } from './connection.ts'

const settings = part<{ default_language?: string } | undefined>('user_settings')

const isOther = (chosen: string | undefined): boolean =>
  chosen !== undefined && spokenFor(chosen) !== document.documentElement.lang

/** Somebody has chosen a language, here or elsewhere, that the page has not come in; it comes in it when it is loaded anew. */
export const isInOtherLanguage = computed(() => isOther(settings.value?.default_language))

/** After somebody has chosen a language here. What is being written is kept. */
export function loadInLanguage(chosen: string): void {
  if (isOther(chosen)) location.reload()
}
