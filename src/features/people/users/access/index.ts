export * from './people.ts'
export * from './visibility.ts'
