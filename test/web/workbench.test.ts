import { looksAtEveryView } from './every-view.ts'

looksAtEveryView([{ width: 1440, height: 900 }])
