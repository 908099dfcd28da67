import { looksAtEveryView } from './every-view.ts'

looksAtEveryView([390, 320])
