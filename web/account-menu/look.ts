import { effect } from '@preact/signals'
import { part } from '../store/connection.ts'

interface Look {
  color_scheme?: number
  high_contrast_mode?: boolean
  web_font_size_px?: number
  web_line_height_percent?: number
  fluid_layout_width?: boolean
}
const settings = part<Look | undefined>('user_settings')
/** How large pictures in messages are, in percent of their usual size. */
const mediaPercent = part<number | undefined>('realm_media_preview_size')
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }
/** The size that people have who have chosen none, and how large letters are then. */
const usualSize = 16
const usualPx = 15
/** The same of the height of lines, in percent, and how many letters high they are then. */
const usualPercent = 140
const usualHeight = 1.47

/**
 * To be called once: light or dark, small or large, wide or narrow as somebody has chosen, wherever they did. The page itself comes in the
 * colours that were chosen last.
 */
export function takeLook(): void {
  effect(() => {
    const {
      color_scheme,
      web_font_size_px = usualSize,
      web_line_height_percent: percent = usualPercent,
      ...chosen
    } = settings.value ?? {}
    const { dataset, style } = document.documentElement
    style.fontSize = web_font_size_px === usualSize ? '' : `${(usualPx * web_font_size_px) / usualSize}px`
    style.setProperty('--message-line', percent === usualPercent ? '' : String((usualHeight * percent) / usualPercent))
    style.setProperty('--message-width', chosen.fluid_layout_width ? 'none' : '')
    style.setProperty('--media-percent', `${mediaPercent.value ?? ''}`)
    dataset.contrast = chosen.high_contrast_mode ? 'more' : ''
    if (color_scheme === undefined) return
    const theme = themes[color_scheme]
    if (theme) dataset.theme = theme
    else delete dataset.theme
  })
}
