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
const mediaPercent = part<number | undefined>('realm_media_preview_size')
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }
/** The default font size setting, and its size in pixels. */
const usualSize = 16
const usualPx = 15
/** The default line height setting in percent, and its CSS value. */
const usualPercent = 140
const usualHeight = 1.47

/** Call once. Applies appearance settings from any device. The page itself starts with the last theme. */
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
