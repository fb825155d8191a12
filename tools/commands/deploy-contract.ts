import '../../contracts/deploy/command.ts'
