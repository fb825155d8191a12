import '../src/app/app.css'
import '../src/main.tsx'
