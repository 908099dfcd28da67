export { readingTools } from './read-tools.ts'
export { isFor, type Tool } from './tool.ts'
export { writingTools } from './write-tools.ts'
