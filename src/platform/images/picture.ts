import type { Sharp, SharpOptions } from 'sharp'

/** Larger pictures, counting all frames, aren't processed. */
const maxPixels = 100_000_000
const patienceSecs = 30
/** Maximum number of an animation's frames; the rest is dropped. */
const maxFrames = 300

const types = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
  tiff: 'image/tiff',
} as const

/** A picture's properties from its content, regardless of the file name. */
export interface Picture {
  readonly type: (typeof types)[keyof typeof types]
  /** Size as displayed: after rotation, of one frame. */
  readonly width: number
  readonly height: number
  readonly frames: number
}

type PictureSource = string | Buffer

let loading: Promise<typeof import('sharp')['default']> | undefined

/** Loaded for the first picture. Allows only the formats above (SVG can contain scripts). */
function library() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // perf: images are processed in the background of requests that users wait for
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`),
    })
    return sharp
  })
  return loading
}

const options: SharpOptions = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' }

/** Undefined if it isn't a picture, is broken, or is too large. */
export async function describePicture(source: PictureSource): Promise<Picture | undefined> {
  const sharp = await library()
  if (source.length === 0) return undefined
  const found = await sharp(source, options)
    .metadata()
    .catch(() => undefined)
  if (!found || !(found.format in types)) return undefined
  const { width, height } = found.autoOrient
  const frameHeight = found.pageHeight && found.autoOrient.height === found.height ? found.pageHeight : height
  if (!width || !frameHeight || width * frameHeight > maxPixels) return undefined
  return {
    type: types[found.format as keyof typeof types],
    width,
    height: frameHeight,
    // a TIFF's pages aren't an animation
    frames: found.format === 'tiff' ? 1 : (found.pages ?? 1),
  }
}

export interface Rendition {
  readonly width: number
  readonly height: number
  /** `inside`: no larger than that; `cover`: exactly that, cropped; `contain`: exactly that, with transparent edges. */
  readonly fit: 'inside' | 'cover' | 'contain'
  readonly format: 'webp' | 'png' | 'jpg' | 'gif'
  /** Keeps an animation's frames; otherwise only the first. */
  readonly animated?: boolean
  /** Centers the picture on a background color, using this share of each side. */
  readonly ground?: { readonly color: string; readonly share: number }
}

/** Undefined if the picture is broken or too large. Not for use inside a mutation. */
export async function makePicture(
  source: PictureSource,
  { width, height, fit, format, animated = false, ground }: Rendition,
): Promise<Buffer | undefined> {
  const picture = await describePicture(source)
  if (!picture) return undefined
  const affordable = Math.max(1, Math.floor(maxPixels / (picture.width * picture.height)))
  const pages = animated ? Math.min(picture.frames, maxFrames, affordable) : 1
  const sharp = await library()
  const [left, top] = [width, height].map((side) => Math.round((side * (1 - (ground?.share ?? 1))) / 2)) as [
    number,
    number,
  ]
  const one = sharp(source, { ...options, ...(picture.frames > 1 ? { pages } : {}) })
    .timeout({ seconds: patienceSecs })
    .autoOrient()
    .resize({
      width: width - 2 * left,
      height: height - 2 * top,
      fit,
      withoutEnlargement: fit === 'inside',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
  if (ground) {
    const background = ground.color
    one.extend({ left, right: left, top, bottom: top, background }).flatten({ background })
  }
  return turn(() =>
    encode(one, format)
      .toBuffer()
      .catch(() => undefined),
  )
}

function encode(one: Sharp, format: Rendition['format']): Sharp {
  switch (format) {
    case 'webp':
      return one.webp({ quality: 75, effort: 3 })
    case 'png':
      return one.png({ compressionLevel: 8 })
    case 'gif':
      return one.gif({ effort: 3 })
    case 'jpg':
      return one.flatten({ background: '#fff' }).jpeg({ quality: 80 })
  }
}

/** At most two pictures are processed at once: each may need hundreds of megabytes for a moment. */
let free = 2
const waiting: (() => void)[] = []

async function turn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else free--
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}
