/** The part of a picture shown in a frame: the zoom factor, and the position of the center, from 0 to 1. */
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

/** The cropped part in pixels, for a frame with that aspect ratio; never beyond the picture's edges. */
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

/** The crop after dragging by fractions of the frame, limited to the picture's edges. */
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
