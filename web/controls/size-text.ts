import { locale } from '../texts/locale.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function sizeText(bytes: number): string {
  const at = bytes < 1_000 ? -1 : Math.min(Math.floor(Math.log10(bytes) / 3) - 1, units.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: at < 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1_000 ** (at + 1))
}
