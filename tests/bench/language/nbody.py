class Body:
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx, vy, vz
        self.mass = mass


def make():
    return [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.47841760435743),
        Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109, 0.606326392995832, 2.81198684491626, -0.02521836165988763, 0.03769367487038949),
        Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381, -1.01077434617879, 1.82566237123041, 0.00841576137658415, 0.011286326131968767),
        Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734, 1.08279100644153, 0.868713018169608, -0.010832637401363636, 0.0017237240570597112),
        Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181, 0.979090732243898, 0.594698998647676, -0.034755955550407, 0.0020336868699246304),
    ]


def advance(bodies, dt, steps):
    for _ in range(steps):
        for i in range(len(bodies)):
            a = bodies[i]
            for j in range(i + 1, len(bodies)):
                b = bodies[j]
                dx = a.x - b.x
                dy = a.y - b.y
                dz = a.z - b.z
                d2 = dx * dx + dy * dy + dz * dz
                mag = dt / (d2 * d2 ** 0.5)
                a.vx -= dx * b.mass * mag
                a.vy -= dy * b.mass * mag
                a.vz -= dz * b.mass * mag
                b.vx += dx * a.mass * mag
                b.vy += dy * a.mass * mag
                b.vz += dz * a.mass * mag
        for a in bodies:
            a.x += dt * a.vx
            a.y += dt * a.vy
            a.z += dt * a.vz


bodies = make()
advance(bodies, 0.01, 30000)
print("%.9f" % bodies[0].x)
