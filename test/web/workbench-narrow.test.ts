import { looksAtEveryView } from './every-view.ts'

looksAtEveryView([
  { width: 390, height: 844 },
  // 1280 by 800 at 200% zoom
  { width: 640, height: 400 },
  { width: 320, height: 844 },
])
