import '../generate.ts'
