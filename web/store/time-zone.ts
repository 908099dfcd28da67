import { computed } from '@preact/signals'
import { part } from './connection.ts'

const settings = part<{ timezone?: string; web_suggest_update_timezone?: boolean } | undefined>('user_settings')
export const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone
export const accountZone = computed(() => settings.value?.timezone ?? '')
export const nameOfZone = (zone: string): string => zone.replaceAll('_', ' ')

/** For lists to choose from: all zones, and the chosen one if the browser doesn't know it. */
export const zonesWith = (...more: readonly string[]): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].filter(Boolean)

/** One zone can have several names, such as Asia/Calcutta and Asia/Kolkata. */
function isHere(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === zoneHere
  } catch {
    return false
  }
}

/** The browser's time zone if the account has another one, or none, and the user wants suggestions. */
export const suggestedZone = computed((): string | undefined => {
  if (!settings.value || settings.value.web_suggest_update_timezone === false) return undefined
  const { value } = accountZone
  if (value !== '' && isHere(value)) return undefined
  return Intl.supportedValuesOf('timeZone').includes(zoneHere) ? zoneHere : undefined
})
