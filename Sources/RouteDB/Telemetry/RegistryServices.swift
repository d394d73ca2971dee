#if ServiceLifecycle
public import ServiceLifecycle

// With the trait `ServiceLifecycle`: `run()` of both returns after a graceful shutdown.

extension RouteRegistry: Service {}

extension HitRecorder: Service {}
#endif
