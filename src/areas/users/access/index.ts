export * from './people.ts'
export * from './sight.ts'
