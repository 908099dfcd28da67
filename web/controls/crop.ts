/** Which part of a picture is shown in a frame: how much larger than needed, and where its middle lies, from 0 to 1. */
export interface Crop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }
export const maxZoom = 4

interface Size {
  readonly width: number
  readonly height: number
}

/** The part of a picture that fills a frame of those sides: in pixels of the picture, and never beyond its edges. */
export function cropped(picture: Size, aspect: number, { zoom, x, y }: Crop) {
  const isWider = picture.width / picture.height > aspect
  const whole = isWider
    ? { width: picture.height * aspect, height: picture.height }
    : { width: picture.width, height: picture.width / aspect }
  const [width, height] = [whole.width / zoom, whole.height / zoom]
  const within = (middle: number, part: number, all: number) =>
    Math.min(Math.max(middle * all - part / 2, 0), all - part)
  return { left: within(x, width, picture.width), top: within(y, height, picture.height), width, height }
}

/** The same crop, drawn by so much of its frame; no further than the picture goes. */
export function drawn(picture: Size, aspect: number, crop: Crop, byX: number, byY: number): Crop {
  const part = cropped(picture, aspect, crop)
  const place = (start: number, size: number, all: number, by: number) =>
    Math.min(Math.max(start + size / 2 - by * size, size / 2), all - size / 2) / all
  return {
    zoom: crop.zoom,
    x: place(part.left, part.width, picture.width, byX),
    y: place(part.top, part.height, picture.height, byY),
  }
}
