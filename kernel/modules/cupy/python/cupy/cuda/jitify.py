"""Refused: Jitify is no part of this."""

raise ImportError('cupy.cuda.jitify is not supported: Jitify is not used here, and RawModule(jitify=True) compiles without it',
                  name='cupy.cuda.jitify')
