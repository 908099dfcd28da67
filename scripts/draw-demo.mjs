// node scripts/draw-demo.mjs: draws the demo organization's images into demo/pictures.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'demo/pictures')
const rain = ['#d6e9f8', '#9ccbee', '#5aa5dc', '#2b78bd', '#134a86', '#0b2a55']
const hail = '#d6418f'
const ink = '#1c2733'
const gray = '#6b7885'

const rect = (x, y, width, height, fill, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
const text = (x, y, size, words, { fill = ink, weight = 400, anchor = 'start' } = {}) =>
  `<text x="${x}" y="${y}" font-family="Liberation Sans, DejaVu Sans, sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${words}</text>`
const line = (points, color, width = 4) =>
  `<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`
const cloud = (x, y, scale, fill, more = '') =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-52 34a30 30 0 0 1-4-59 40 40 0 0 1 76-13 34 34 0 0 1 40 33 20 20 0 0 1-6 39z" fill="${fill}"/>${more}</g>`
const face = (eyebrow) =>
  `<circle cx="-16" cy="-4" r="5" fill="${ink}"/><circle cx="18" cy="-4" r="5" fill="${ink}"/>${
    eyebrow
      ? line(
          [
            [8, -20],
            [28, -26],
          ],
          ink,
          5,
        )
      : ''
  }`

const pictures = {
  'rain-card': [880, 560, rainCard()],
  'radar-colors': [880, 400, radarColors()],
  'app-icon': [880, 360, appIcon()],
  calibration: [640, 560, calibration()],
  latency: [880, 440, latency()],
  widget: [880, 400, widget()],
}

function rainCard() {
  const bars = Array.from({ length: 60 }, (_, minute) => {
    const amount = minute < 20 ? 0 : Math.max(0, Math.sin(((minute - 20) / 30) * Math.PI))
    const height = 4 + amount * 150
    return rect(90 + minute * 11.7, 420 - height, 8, height, rain[amount === 0 ? 0 : 1 + Math.round(amount * 3)], 3)
  })
  const minutes = [0, 15, 30, 45, 60].map((minute) =>
    text(92 + minute * 11.7, 452, 18, minute === 0 ? 'now' : minute, { fill: gray, anchor: 'middle' }),
  )
  return (
    rect(0, 0, 880, 560, '#e9f0f6') +
    rect(50, 40, 780, 470, '#ffffff', 24) +
    text(90, 112, 40, 'Rain in 20 minutes', { weight: 700 }) +
    text(90, 154, 26, 'For half an hour. Take the umbrella.', { fill: gray }) +
    cloud(745, 116, 0.9, rain[1], face(true)) +
    bars.join('') +
    minutes.join('') +
    text(90, 490, 16, 'Updated 13:02', { fill: gray })
  )
}

function radarColors() {
  const before = ['#36c336', '#f4ee2a', '#f6a21c', '#e8281e', '#b012b0', '#5a1fb8', '#1b2fd4']
  const after = [...rain, hail]
  const scale = (colors, y, words) =>
    text(40, y - 20, 26, words, { weight: 700 }) +
    colors.map((color, index) => rect(40 + index * 114, y, 110, 70, color, 8)).join('')
  const labels = ['drizzle', 'light', 'moderate', 'heavy', 'very heavy', 'extreme', 'hail']
  return (
    rect(0, 0, 880, 400, '#ffffff') +
    scale(before, 76, '1.x') +
    scale(after, 236, '2.0') +
    labels.map((label, index) => text(95 + index * 114, 346, 18, label, { fill: gray, anchor: 'middle' })).join('')
  )
}

function appIcon() {
  const tile = (x, fill, inside, label) =>
    rect(x, 50, 210, 210, fill, 48) + inside + text(x + 105, 316, 28, label, { weight: 700, anchor: 'middle' })
  return (
    rect(0, 0, 880, 360, '#f4f6f8') +
    tile(80, rain[2], cloud(187, 158, 1.1, '#ffffff', face(true)), 'A') +
    tile(
      335,
      '#fff3d9',
      rect(375, 90, 130, 130, '#ffffff', 10) +
        rect(383, 98, 53, 53, rain[1]) +
        rect(444, 98, 53, 53, rain[1]) +
        rect(383, 159, 53, 53, rain[2]) +
        rect(444, 159, 53, 53, rain[2]),
      'B',
    ) +
    tile(590, rain[4], text(695, 212, 160, 'L', { fill: '#ffffff', weight: 700, anchor: 'middle' }), 'C')
  )
}

function calibration() {
  const at = (x, y) => [90 + x * 480, 490 - y * 420]
  const grid = [0, 0.25, 0.5, 0.75, 1].map((value) => {
    const [x] = at(value, 0)
    const [, y] = at(0, value)
    const percent = `${value * 100}%`
    return (
      line([at(0, value), at(1, value)], '#e3e8ed', 2) +
      text(80, y + 6, 18, percent, { fill: gray, anchor: 'end' }) +
      text(x, 520, 18, percent, { fill: gray, anchor: 'middle' })
    )
  })
  const curve = (bend) =>
    Array.from({ length: 21 }, (_, index) =>
      at(index / 20, index / 20 - bend * (index / 20) ** 2 * (1.1 - index / 20) * 2),
    )
  return (
    rect(0, 0, 640, 560, '#ffffff') +
    grid.join('') +
    line([at(0, 0), at(1, 1)], '#b9c3cc', 2) +
    line(curve(0.42), rain[3]) +
    line(curve(0.05), '#e8862e') +
    text(90, 44, 24, 'How often it rained, by what we said', { weight: 700 }) +
    text(330, 548, 18, 'Forecast', { fill: gray, anchor: 'middle' })
  )
}

function latency() {
  const at = (minute, seconds) => [80 + minute * 8.2, 380 - seconds * 58]
  const points = Array.from({ length: 92 }, (_, minute) => {
    const rising = minute < 76 ? 0 : Math.min(1, (minute - 76) / 5)
    const wave = 0.25 * Math.sin(minute * 1.7) + 0.15 * Math.sin(minute * 0.6)
    return at(minute, 0.22 + rising * (4.5 + wave) + (1 - rising) * 0.06 * Math.sin(minute))
  })
  const grid = [0, 1, 2, 3, 4, 5].map(
    (seconds) =>
      line([at(0, seconds), at(92, seconds)], '#2c3844', 2) +
      text(68, at(0, seconds)[1] + 6, 18, `${seconds} s`, { fill: '#9aa7b3', anchor: 'end' }),
  )
  return (
    rect(0, 0, 880, 440, '#17202a') +
    grid.join('') +
    line([at(0, 2), at(92, 2)], hail, 2) +
    line(points, '#f2b134') +
    text(80, 44, 24, 'pancake: tile latency p99', { fill: '#ffffff', weight: 700 }) +
    ['17:45', '18:15', '18:45', '19:15']
      .map((time, index) => text(80 + index * 246, 416, 18, time, { fill: '#9aa7b3' }))
      .join('')
  )
}

function widget() {
  const face = (x, color) =>
    text(x + 34, 180, 84, '18°', { fill: color, weight: 700 }) +
    text(x + 36, 226, 24, 'Lisbon', { fill: color }) +
    text(x + 36, 300, 18, 'Updated 13:02', { fill: color })
  const stripes = Array.from(
    { length: 12 },
    (_, index) =>
      `<path d="M${480 + index * 32} 40q${index % 2 ? 18 : -14} 150 4 320h15q-16-160 ${index % 2 ? 12 : -8}-320z" fill="${ink}"/>`,
  )
  return (
    rect(0, 0, 880, 400, '#f4f6f8') +
    rect(40, 40, 380, 320, '#4f93c4', 36) +
    face(40, '#ffffff') +
    `<clipPath id="card"><rect x="460" y="40" width="380" height="320" rx="36"/></clipPath><g clip-path="url(#card)">${rect(460, 40, 380, 320, '#ffffff')}${stripes.join('')}</g>` +
    face(460, '#ffffff')
  )
}

mkdirSync(folder, { recursive: true })
for (const [name, [width, height, inside]] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`))
}
