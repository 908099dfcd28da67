import { effect } from '@preact/signals'
import { part } from '../store/connection.ts'

const settings = part<{ color_scheme?: number; web_font_size_px?: number }>('user_settings')
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }
/** The size that people have who have chosen none, and how large letters are then. */
const usualSize = 16
const usualPx = 15

/**
 * To be called once: light or dark, small or large as somebody has chosen, wherever they did. The page itself comes in the
 * colours that were chosen last.
 */
export function takeLook(): void {
  effect(() => {
    const { color_scheme, web_font_size_px = usualSize } = settings.value ?? {}
    const { dataset, style } = document.documentElement
    style.fontSize = web_font_size_px === usualSize ? '' : `${(usualPx * web_font_size_px) / usualSize}px`
    if (color_scheme === undefined) return
    const theme = themes[color_scheme]
    if (theme) dataset.theme = theme
    else delete dataset.theme
  })
}
