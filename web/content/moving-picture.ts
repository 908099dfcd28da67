import { serverThumbnailFormats } from '../../src/features/people/organization/register-constants.ts'
import { part } from '../store/connection.ts'

const settings = part<{ web_animate_image_previews?: 'always' | 'on_hover' | 'never' } | undefined>('user_settings')
const [moving, still] = [true, false].map(
  (wanted) => serverThumbnailFormats.find(({ animated }) => animated === wanted)?.name ?? '',
) as [string, string]

/** Animates the preview of an animated image: always, on hover, or only when it's opened, as the setting says. */
export function letMove(picture: HTMLImageElement): void {
  const address = picture.getAttribute('src') ?? ''
  // the preview isn't ready yet, or the original is shown: nothing to switch
  if (!address.endsWith(still)) return
  const inMotion = `${address.slice(0, -still.length)}${moving}`
  const wish = () => settings.peek()?.web_animate_image_previews ?? 'on_hover'
  const asksForStillness = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (wish() === 'always' && !asksForStillness) picture.src = inMotion
  picture.addEventListener('pointerenter', () => {
    if (wish() === 'on_hover') picture.src = inMotion
  })
  picture.addEventListener('pointerleave', () => {
    if (wish() === 'on_hover') picture.src = address
  })
}
